"""The map: one agent per arrow of the picture, in its order.

raw ─normalise─▶ normalised ─shingle─▶ shingles ─sign─▶ signatures ─cut─▶ bands ─┐ walks band partitions
                                                   │                       ▲     │ 0..N-1, looks up and inserts
                                                   ▼                       └look─┤ ◀──▶ table lsh
                                           table documents ◀────────────┐        ▼
                                                   ▲               verify ◀── candidates   walks the homes
                                                   │                    │         ▲    │   of its candidates
                                                 judge ◀─ matches ◀─────┴─────────┴────┘
                                                   ▼
                                               verdicts

Stages decide, states remember, the carrier writes and sends; nothing is decided here.
"""

from typing import Any

from pipeline.app import Pipeline
from pipeline.packed import Kind
from pipeline.plans import Send
from pipeline.records import STAGE
from pipeline.runtime.carrier import Carrier
from pipeline.runtime.speaking_again import SpeakingAgain
from pipeline.stages.bands import cut
from pipeline.stages.normalised import normalise
from pipeline.stages.shingles import shingle
from pipeline.steps import judge_batch, look_up, sign_batch, start_walk, ticks, verify_batch


def define_agents(app: Pipeline) -> Carrier:  # noqa: C901  # long: seven loops, one below the other: that is the map
    """Add the seven agents to the app."""
    carrier = Carrier(app)
    profile, homes, partitions = carrier.profile, app.settings.homes, app.settings.band_partitions

    @app.agent(app.topic_of("raw"), name="normalise", concurrency=1)
    async def normalising(stream: Any) -> None:
        async for event in stream.events():
            async with carrier.keep(event, STAGE):
                raw = carrier.raw(event)
                found = normalise(raw, profile, homes)
                await carrier.refuse(event, STAGE, found.refused)
                await carrier.forward(found.forwards, raw.run)
                await carrier.send(Send(event.message.partition, found.batch))

    @app.agent(app.topic_of("normalised"), name="shingle", concurrency=1)
    async def shingling(stream: Any) -> None:
        async for event in stream.events():
            async with carrier.keep(event, "shingles"):
                batch = carrier.read(event, Kind.NORMALISED)
                await carrier.send(Send(batch.home, shingle(batch, profile)))

    @app.agent(app.topic_of("shingles"), name="sign", concurrency=1)
    async def signing(stream: Any) -> None:
        async for event in stream.events():
            async with carrier.keep(event, "signatures"):
                batch = carrier.read(event, Kind.SHINGLES)
                plan = sign_batch(carrier.home(batch.home), batch)
                if not plan.records:
                    app.gate.done(batch.home, batch.offset)  # a replay of what is done ends here
                await carrier.carry_out(app.documents, batch.home, plan, batch.run)

    @app.agent(app.topic_of("signatures"), name="cut", concurrency=1)
    async def cutting(stream: Any) -> None:
        async for event in stream.events():
            async with carrier.keep(event, "bands"):
                await carrier.send(start_walk(cut(carrier.read(event, Kind.SIGNATURES), profile, partitions)))

    @app.agent(app.topic_of("bands"), name="look", concurrency=1)
    async def looking(stream: Any) -> None:
        async for event in stream.events():
            async with carrier.keep(event, "candidates"):
                batch, partition = carrier.read(event, Kind.BANDS), event.message.partition
                band = await carrier.roomy_band(partition, len(batch["postings"]))
                await carrier.carry_out(app.lsh, partition, look_up(band, batch), batch.run)

    @app.agent(app.topic_of("candidates"), name="verify", concurrency=1)
    async def verifying(stream: Any) -> None:
        async for event in stream.events():
            async with carrier.keep(event, "matches"):
                batch, partition = carrier.read(event, Kind.CANDIDATES), event.message.partition
                await carrier.carry_out(
                    app.documents, partition, verify_batch(carrier.home(partition), batch), batch.run
                )

    @app.agent(app.topic_of("matches"), name="judge", concurrency=1)
    async def judging(stream: Any) -> None:
        async for event in stream.events():
            async with carrier.keep(event, "verdicts"):
                batch = carrier.read(event, Kind.MATCHES)
                await carrier.carry_out(
                    app.documents, batch.home, judge_batch(carrier.home(batch.home), batch), batch.run
                )
                await carrier.finish(batch.home, batch.offset, ticks)

    app.task(SpeakingAgain(carrier).run)
    return carrier
