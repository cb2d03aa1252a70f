"""What each step costs is measured on the flow itself, and every step is in it."""

from pipeline.kernels.homes import home_of
from pipeline.measure.bench_steps import STEPS, TimedPipeline, step_costs
from pipeline.measure.corpus import generate
from pipeline.measure.prove_matrix import packed
from pipeline.profile import DEFAULT
from pipeline.scan import judge_documents

DOCUMENTS = [(document.id.encode(), document.to_json()) for document in generate(200)]
MESSAGES = [(home, value) for home, value in packed(DOCUMENTS, 3) if value is not None]
NOW_MS = 1_800_000_000_000


def test_every_step_costs_something() -> None:
    costs = step_costs(MESSAGES, len(DOCUMENTS), 3)
    assert list(costs) == list(STEPS)
    assert all(cost > 0 for cost in costs.values())


def test_what_is_timed_is_the_decision() -> None:
    timed = TimedPipeline(DEFAULT, 3)
    for home, value in MESSAGES:
        assert {home_of(name, 3) for name, line in DOCUMENTS if line in value} == {home}
        timed.push(home, value, NOW_MS)
    final = {name: verdict for name, (_, verdict) in timed.final.items()}
    assert final == judge_documents(DOCUMENTS, DEFAULT, 3, NOW_MS).verdicts
