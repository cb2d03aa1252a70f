"""Machine instructions that numba has no word for: loads of several bytes, tests of 64 bytes at once, bit counts.

Each is one expression of LLVM, which lowers it to whatever the processor has (AVX-512, AVX2, SSE2, NEON). None checks
bounds: callers give arrays that reach at least PAD bytes past the last position that they ask about.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

PAD = 80  # a test of 64 bytes, or a load of 8 some 8 bytes further on
BYTE = ir.IntType(8)
QUAD = ir.IntType(64)
LANES = 64
# The first bytes of digits in UTF-8, as (first, how many): ASCII's own, and some more than those of all other scripts.
NUMBER_LEADS = ((ord("0"), 10), (0xD9, 9), (0xEA, 1), (0xEF, 2))

ASCII = 0
# What makes letters small, one addition each: (lead, 1) of the second byte of a letter, (lead, 0) of the lead itself,
# then the range (first, how many) of the byte itself, of the second byte, and what is added.
CAPITALS = (
    (ASCII, 1, ord("A"), 26, 0x20),
    (0xC3, 1, 0x80, 0x17, 0x20),  # U+00C0-U+00D6
    (0xC3, 1, 0x98, 0x07, 0x20),  # U+00D8-U+00DE
    (0xD0, 1, 0x80, 0x10, 0x10),  # U+0400-U+040F become U+0450-U+045F
    (0xD0, 0, 0x80, 0x10, 0x01),
    (0xD0, 1, 0x90, 0x10, 0x20),  # U+0410-U+041F become U+0430-U+043F
    (0xD0, 1, 0xA0, 0x10, 0xE0),  # U+0420-U+042F become U+0440-U+044F
    (0xD0, 0, 0xA0, 0x10, 0x01),
)


def instruction(define: Callable[..., Any]) -> Any:
    """Name an expression for kernels to call. To the type checker it is anything: its parameters are numba's types."""
    return intrinsic(define)


@instruction
def eight_bytes(_typing: Any, text: Any, at: Any) -> Any:
    """text[at:at + 8] as one little-endian uint64."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_address(context, builder, signature, arguments), align=1, typ=QUAD)

    return types.uint64(text, at), emit


@instruction
def put_eight_bytes(_typing: Any, text: Any, at: Any, _word: Any) -> Any:
    """Let text[at:at + 8] be a uint64, little-endian."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = builder.bitcast(_address(context, builder, signature, arguments), QUAD.as_pointer())
        builder.store(arguments[2], address, align=1)
        return context.get_dummy_value()

    return types.none(text, at, types.uint64), emit


@instruction
def word_bytes(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] is one of A-Z, a-z, 0-9."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = _sixty_four(context, builder, signature, arguments)
        letter = _within(builder, builder.or_(lanes, _splat(0x20)), ord("a"), 26)
        return builder.bitcast(builder.or_(letter, _within(builder, lanes, ord("0"), 10)), QUAD)

    return types.uint64(text, at), emit


@instruction
def high_bytes(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] is not ASCII."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = _sixty_four(context, builder, signature, arguments)
        return builder.bitcast(builder.icmp_signed("<", lanes, _splat(0)), QUAD)

    return types.uint64(text, at), emit


@instruction
def leading_bytes(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] begins a character that is not ASCII."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = _sixty_four(context, builder, signature, arguments)
        return builder.bitcast(builder.icmp_unsigned(">=", lanes, _splat(0xC0)), QUAD)

    return types.uint64(text, at), emit


@instruction
def letters_of_two(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] begins a letter of U+00C0-U+02BF (but U+00D7, U+00F7) or U+0400-U+047F."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, after = _shifted(context, builder, signature, arguments, 2)
        latin = builder.icmp_unsigned("==", lanes, _splat(0xC3))
        signs = builder.icmp_unsigned("==", builder.or_(after, _splat(0x20)), _splat(0xB7))  # 0x97 and 0xB7
        latin = builder.and_(latin, builder.not_(signs))
        rest = builder.or_(_within(builder, lanes, 0xC4, 7), _within(builder, lanes, 0xD0, 2))
        return builder.bitcast(builder.or_(latin, rest), QUAD)

    return types.uint64(text, at), emit


@instruction
def cased_of_two(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] begins one of U+00C0-U+00FF (but U+00DF) or U+0400-U+045F; see `put_small`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, after = _shifted(context, builder, signature, arguments, 2)
        latin = _both(builder, lanes, (0xC3, 1), builder.icmp_unsigned("!=", after, _splat(0x9F)))
        cyrillic = _both(builder, lanes, (0xD1, 1), _within(builder, after, 0x80, 0x20))
        found = builder.or_(builder.or_(latin, cyrillic), _within(builder, lanes, 0xD0, 1))
        return builder.bitcast(found, QUAD)

    return types.uint64(text, at), emit


@instruction
def put_small(_typing: Any, out: Any, done: Any, text: Any, at: Any) -> Any:
    """Let out[done:done + 64] be text[at:at + 64], its letters of ASCII and those that `cased_of_two` finds made small.

    A character begins at `at`.
    """

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = signature.return_type(*signature.args[2:]), arguments[2:]
        lanes, after = _shifted(context, builder, *source, 2)
        numbers = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [LANES, *range(LANES - 1)])
        before = builder.shuffle_vector(lanes, _splat(0), numbers)
        small = lanes
        for first, count, least, range_, by in CAPITALS:
            if first == ASCII:
                found = _within(builder, lanes, least, range_)
            elif count:  # the second byte of a letter
                found = _both(builder, before, (first, count), _within(builder, lanes, least, range_))
            else:  # its first byte
                found = _both(builder, lanes, (first, 1), _within(builder, after, least, range_))
            small = builder.add(small, builder.select(found, _splat(by), _splat(0)))
        target = signature.return_type(*signature.args[:2]), arguments[:2]
        address = builder.bitcast(_address(context, builder, *target), ir.VectorType(BYTE, LANES).as_pointer())
        builder.store(small, address, align=1)
        return context.get_dummy_value()

    return types.none(out, done, text, at), emit


@instruction
def ideographs(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] begins one of U+4E00-U+9FFF."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, after = _shifted(context, builder, signature, arguments, 2)
        first = _both(builder, lanes, (0xE4, 1), _within(builder, after, 0xB8, 8))
        return builder.bitcast(builder.or_(first, _within(builder, lanes, 0xE5, 5)), QUAD)

    return types.uint64(text, at), emit


@instruction
def signs_of_three(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] begins a sign that separates and that folding leaves as it is.

    These are dashes and quotes, U+2012-U+201F but U+2017, and those of Chinese and Japanese, U+3001-U+3003 and
    U+3008-U+3011.
    """

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, second, third = _shifted(context, builder, signature, arguments, 3)
        common = builder.and_(_within(builder, third, 0x92, 14), builder.icmp_unsigned("!=", third, _splat(0x97)))
        eastern = builder.or_(_within(builder, third, 0x81, 3), _within(builder, third, 0x88, 10))
        found = builder.or_(_both(builder, lanes, (0xE2, 1), common), _both(builder, lanes, (0xE3, 1), eastern))
        return builder.bitcast(builder.and_(found, builder.icmp_unsigned("==", second, _splat(0x80))), QUAD)

    return types.uint64(text, at), emit


@instruction
def number_bytes(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] is a digit of ASCII or begins a character that may be another digit."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = _sixty_four(context, builder, signature, arguments)
        found = _within(builder, lanes, *NUMBER_LEADS[0])
        for first, count in NUMBER_LEADS[1:]:
            found = builder.or_(found, _within(builder, lanes, first, count))
        return builder.bitcast(found, QUAD)

    return types.uint64(text, at), emit


@instruction
def trailing_zeros(_typing: Any, _bits: Any) -> Any:
    """The number of the lowest bit set; 64 where none is."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), emit


@instruction
def bits_set(_typing: Any, _bits: Any) -> Any:
    """How many bits are set."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), emit


def _address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]], source_etype=BYTE)


def _sixty_four(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address = _address(context, builder, signature, arguments)
    return builder.load(address, align=1, typ=ir.VectorType(BYTE, LANES))


def _shifted(context: Any, builder: Any, signature: Any, arguments: Any, count: int) -> list[Any]:
    """64 bytes, the 64 that begin one later, and so on."""
    address = _address(context, builder, signature, arguments)
    places = [builder.gep(address, [ir.Constant(QUAD, later)], source_etype=BYTE) for later in range(count)]
    return [builder.load(place, align=1, typ=ir.VectorType(BYTE, LANES)) for place in places]


def _both(builder: Any, lanes: Any, leads: tuple[int, int], others: Any) -> Any:
    """Where a byte is one of (first, how many), and something else holds."""
    return builder.and_(_within(builder, lanes, *leads), others)


def _splat(byte: int) -> Any:
    return ir.Constant(ir.VectorType(BYTE, LANES), [byte] * LANES)


def _within(builder: Any, lanes: Any, first: int, count: int) -> Any:
    return builder.icmp_unsigned("<", builder.sub(lanes, _splat(first)), _splat(count))
