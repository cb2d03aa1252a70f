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
        lanes, after = _pairs(context, builder, signature, arguments)
        latin = builder.icmp_unsigned("==", lanes, _splat(0xC3))
        signs = builder.icmp_unsigned("==", builder.or_(after, _splat(0x20)), _splat(0xB7))  # 0x97 and 0xB7
        latin = builder.and_(latin, builder.not_(signs))
        rest = builder.or_(_within(builder, lanes, 0xC4, 7), _within(builder, lanes, 0xD0, 2))
        return builder.bitcast(builder.or_(latin, rest), QUAD)

    return types.uint64(text, at), emit


@instruction
def small_of_two(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] begins one of U+00E0-U+00FF, U+0430-U+045F, which folding leaves as they are."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, after = _pairs(context, builder, signature, arguments)
        found = builder.and_(builder.icmp_unsigned("==", lanes, _splat(0xC3)), _within(builder, after, 0xA0, 0x20))
        for lead, first, count in ((0xD0, 0xB0, 0x10), (0xD1, 0x80, 0x20)):
            one = builder.icmp_unsigned("==", lanes, _splat(lead))
            found = builder.or_(found, builder.and_(one, _within(builder, after, first, count)))
        return builder.bitcast(found, QUAD)

    return types.uint64(text, at), emit


@instruction
def ideographs(_typing: Any, text: Any, at: Any) -> Any:
    """Bit i is set where text[at + i] begins one of U+5000-U+9FFF."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = _sixty_four(context, builder, signature, arguments)
        return builder.bitcast(_within(builder, lanes, 0xE5, 5), QUAD)

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


def _pairs(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """64 bytes, and the 64 that begin one later."""
    address = _address(context, builder, signature, arguments)
    vector = ir.VectorType(BYTE, LANES)
    after = builder.gep(address, [ir.Constant(QUAD, 1)], source_etype=BYTE)
    return builder.load(address, align=1, typ=vector), builder.load(after, align=1, typ=vector)


def _splat(byte: int) -> Any:
    return ir.Constant(ir.VectorType(BYTE, LANES), [byte] * LANES)


def _within(builder: Any, lanes: Any, first: int, count: int) -> Any:
    return builder.icmp_unsigned("<", builder.sub(lanes, _splat(first)), _splat(count))
