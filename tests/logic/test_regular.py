"""Regular languages: exact to what Python's re matches, and few states."""

import pickle
import random
import re
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest

from refute.errors import RefuteError
from refute.logic.regular.affixes import containing, ending, literal, starting
from refute.logic.regular.language import ALL, Language, concat, intersection, union
from refute.logic.regular.pattern import NotRegularError, language

CHARACTERS = "aAbB1_ \n-kK\u212aéÉ\u0301\U0001f600sSſİiıµμ\ud800"
SETS = ["a", "b", "A", "k", "s", "i", "0-9", "a-c", "A-Z", r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", "_", "é", "µ"]
SINGLES = ["a", "b", "A", "k", "s", "i", "1", "_", "-", "é", r"\n", r"\ ", r"\d", r"\w", r"\s", r"\W", r"\S", "."]
CASED = {char for char in map(chr, range(0x110000)) if char.lower() != char or char.upper() != char}
TRIED = CASED.union(map(chr, range(0x3000)), map(chr, range(0, 0x110000, 101)))
FLAGS = [re.I, re.S, re.A, re.M, re.X]


class Patterns:
    """Random patterns. At most two quantifiers deep: beyond that `re` itself may take forever."""

    def __init__(self, seed: int, *, looking: bool, ascii_only: bool = False) -> None:
        self.random = random.Random(seed)
        self.looking = looking
        self.ascii_only = ascii_only

    def pick(self, options: list[str]) -> str:
        return self.random.choice([o for o in options if o.isascii()] if self.ascii_only else options)

    def single(self) -> str:
        if self.random.random() < 0.2:
            chosen = "".join(self.pick(SETS) for _ in range(self.random.randint(1, 3)))
            return f"[{self.random.choice(['', '', '^'])}{chosen}]"
        return self.pick(SINGLES)

    def look(self, depth: int) -> str:
        kind = self.random.choice(["^", "$", r"\A", r"\Z", r"\b", r"\B", "=", "!", "<=", "<!"])
        if kind in ("=", "!"):
            return f"(?{kind}{self.pattern(depth - 1, 1)})"
        if kind in ("<=", "<!"):
            return f"(?{kind}{self.pick(['', '^'])}{self.single()}{self.pick(['', 'a', '.'])})"
        return kind

    def pattern(self, depth: int, quantifiers: int = 2) -> str:
        def inner(quantifiers: int = quantifiers) -> str:
            return self.pattern(depth - 1, quantifiers)

        kinds = ["single", "sequence", "sequence", "branch", "optional branch", "flags"]
        kinds += ["repeat", "repeat"] * (quantifiers > 0) + ["look", "look"] * self.looking
        match self.random.choice(kinds) if depth else "single":
            case "sequence":
                return inner() + inner()
            case "branch":
                return f"(?:{inner()}|{inner()})"
            case "optional branch":
                return f"({inner()}|)"
            case "repeat":
                count = self.random.choice(["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "{,2}"])
                return f"(?:{inner(quantifiers - 1)}){count}{self.random.choice(['', '', '?'])}"
            case "flags":
                flags = ["i", "s", "m", "x", "i-s", "-i", "s-m", "a"] + ["u"] * (not self.ascii_only)
                return f"(?{self.random.choice(flags)}:{inner()})"
            case "look":
                return self.look(depth)
            case _:
                return self.single()

    def edged(self, depth: int) -> str:
        return self.random.choice(["{}", "{}", "^{}$", "{}$", "^{}", "(?:^{}|b$)", r"\A(?:{})\Z"]).format(
            self.pattern(depth)
        )

    def flags(self) -> int:
        return sum(flag for flag in FLAGS if self.random.random() < 0.25)


def texts_near(members: Language, random: random.Random, characters: str, count: int) -> list[str]:
    """Texts of which many are members or nearly so: walks that follow the derivatives, with mistakes."""
    texts = []
    for _ in range(count):
        text, state = "", members
        for _ in range(random.randint(0, 6)):
            follow = [c for c in members.alphabet() if not state.derivative(c).empty]
            text += random.choice(follow if follow and random.random() < 0.85 else characters)
            state = state.derivative(text[-1])
        texts.append(text)
    return texts


def read(pattern: str | bytes, flags: int, how: str) -> Language | None:
    """None for the few random patterns that `re` or `language` refuses."""
    try:
        re.compile(pattern, flags)
        return language(pattern, flags, how)
    except re.error:
        return None
    except NotRegularError as error:
        if "lookbehind" in str(error) or "re.search" in str(error):
            return None
        raise


def disagreements(patterns: Patterns, how: str, count: int) -> list[object]:
    found = []
    for _ in range(count):
        pattern, flags = patterns.edged(patterns.random.randint(1, 4)), patterns.flags()
        members = read(pattern, flags, how)
        if members is not None:
            for text in texts_near(members, patterns.random, CHARACTERS, 12):
                matched = bool(getattr(re, how)(pattern, text, flags))
                if members.matches(text) != matched:
                    found.append((pattern, re.RegexFlag(flags), text, matched))
    return found


def states(members: Language) -> set[Language]:
    seen, waiting = {members}, [members]
    while waiting:
        state = waiting.pop()
        for char in members.alphabet():
            following = state.derivative(char)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return seen


def up_to(length: int, characters: Iterable[str]) -> list[str]:
    return ["".join(chars) for n in range(length + 1) for chars in product(characters, repeat=n)]


def walked(members: Language, length: int, characters: str) -> set[str]:
    found, layer = set(), {"": members}
    for _ in range(length + 1):
        found |= {text for text, state in layer.items() if state.nullable}
        layer = {
            text + char: following
            for text, state in layer.items()
            for char in characters
            if not (following := state.derivative(char)).empty
        }
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sampled(2)
def test_members_are_what_fullmatch_matches(seed: int) -> None:
    assert disagreements(Patterns(seed, looking=False), "fullmatch", 180) == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sampled(4)
def test_members_are_what_fullmatch_matches_with_lookaround_and_anchors_anywhere(seed: int) -> None:
    assert disagreements(Patterns(seed, looking=True), "fullmatch", 180) == []


@pytest.mark.parametrize("how", ["match", "search"])
def test_members_are_what_match_and_search_find(how: str) -> None:
    assert disagreements(Patterns(5, looking=True), how, 180) == []


@pytest.mark.parametrize("looking", [False, True])
def test_bytes_patterns_give_latin_1_texts(looking: bool) -> None:
    patterns = Patterns(6, looking=looking, ascii_only=True)
    for _ in range(180):
        pattern, flags = patterns.edged(patterns.random.randint(1, 4)).encode(), patterns.flags()
        members = read(pattern, flags, "fullmatch")
        if members is not None:
            for text in texts_near(members, patterns.random, "aAbkK1_ \n-\xe9\xb5\xff", 12):
                if max(text, default="") < "\u0100":
                    encoded = text.encode("latin-1")
                    assert members.matches(text) == bool(re.fullmatch(pattern, encoded, flags)), (pattern, flags)
                else:
                    assert not members.matches(text)


@pytest.mark.parametrize("looking", [False, True])
def test_walking_derivatives_gives_exactly_the_matching_texts(looking: bool) -> None:
    patterns = Patterns(7, looking=looking)
    for _ in range(40):
        pattern, flags = patterns.edged(3), patterns.flags()
        members = read(pattern, flags, "fullmatch")
        if members is not None:
            expected = {text for text in up_to(4, "aK1\n") if re.fullmatch(pattern, text, flags)}
            assert walked(members, 4, "aK1\n") == expected, (pattern, flags)


@pytest.mark.parametrize(
    ("pattern", "flags", "members"),
    [
        ("k", re.I, "kK\u212a"),
        ("[^k]", re.I | re.A, None),
        ("S", re.I, "sSſ"),
        ("i", re.I, "iIİı"),
        ("[i-j]", re.I, "iIİıjJ"),
        ("k", re.I | re.A, "kK"),
        ("µ", re.I, "µμΜ"),
        (r"\d", re.A, "0123456789"),
        (r"\w", 0, None),
        (r"[^\W\d_]", re.I, None),
        (r"[\s\S]", 0, None),
        (".", 0, None),
        ("[\U0001e900-\U0001e901]", re.I, "\U0001e900\U0001e901\U0001e922\U0001e923"),
    ],
)
def test_a_set_of_characters_is_exact_across_unicode(pattern: str, flags: int, members: str | None) -> None:
    one = language(pattern, flags)
    found = {char for char in TRIED if one.derivative(char).nullable}
    assert found == {char for char in TRIED if re.fullmatch(pattern, char, flags)}
    if members is not None:
        assert found == set(members)


@pytest.mark.parametrize(
    ("pattern", "flags", "how", "text", "expected"),
    [
        ("a$", 0, "fullmatch", "a\n", False),
        ("a$", 0, "match", "a\n", True),
        ("a$", 0, "match", "a\n\n", False),
        ("a$\n", 0, "fullmatch", "a\n", True),
        (r"a\Z\n?", 0, "fullmatch", "a\n", False),
        ("a$.b", re.S | re.M, "fullmatch", "a\nb", True),
        ("a\n^b", 0, "fullmatch", "a\nb", False),
        ("a\n^b", re.M, "fullmatch", "a\nb", True),
        ("^a", 0, "search", "ba", False),
        ("(^a|b$|c)", 0, "fullmatch", "b", True),
        (r"\bfoo\b", 0, "search", "a foo.", True),
        (r"\bfoo\b", 0, "search", "afoo.", False),
        (r"(?<=ab)c(?!d)", 0, "search", "xabce", True),
        (r"(?<=ab)c(?!d)", 0, "search", "xabcd", False),
        (r"(?:(?!--).)*", 0, "fullmatch", "a-b-c", True),
        (r"(?:(?!--).)*", 0, "fullmatch", "a--c", False),
    ],
)
def test_anchors_and_lookaround_by_example(pattern: str, flags: int, how: str, text: str, expected: bool) -> None:
    assert bool(getattr(re, how)(pattern, text, flags)) == expected
    assert language(pattern, flags, how).matches(text) == expected


def test_a_non_boundary_in_the_empty_text_is_as_this_python_has_it() -> None:
    assert language(r"\B").matches("") == bool(re.fullmatch(r"\B", ""))


def test_languages_by_their_text_agree_with_python() -> None:
    for text in up_to(6, "ab"):
        assert literal("aba").matches(text) == (text == "aba")
        assert containing("aba").matches(text) == ("aba" in text)
        assert starting("ab").matches(text) == text.startswith("ab")
        assert ending("aab").matches(text) == text.endswith("aab")
        assert ALL.matches(text)
    assert containing("") == starting("") == ending("") == ALL
    assert literal("").shortest() == 0


def test_operations_on_languages_are_the_operations_on_sets_of_texts() -> None:
    patterns = Patterns(8, looking=True)
    texts = up_to(4, "ab1")
    for _ in range(60):
        left, right = (read(patterns.pattern(3), 0, "fullmatch") for _ in range(2))
        if left is None or right is None:
            continue
        for text in texts:
            in_left, in_right = left.matches(text), right.matches(text)
            assert union((left, right)).matches(text) == (in_left or in_right)
            assert intersection((left, right)).matches(text) == (in_left and in_right)
            assert left.complement().matches(text) == (not in_left)
            cuts = range(len(text) + 1)
            assert concat(left, right).matches(text) == any(
                left.matches(text[:cut]) and right.matches(text[cut:]) for cut in cuts
            )


def test_shortest_and_empty_agree_with_trying_all_texts() -> None:
    patterns = Patterns(9, looking=True)
    empty = 0
    for _ in range(150):
        left, right = (read(patterns.edged(2), 0, "fullmatch") for _ in range(2))
        if left is None or right is None:
            continue
        for members in (left, intersection((left, right)), intersection((left, right.complement()))):
            of_alphabet = [len(text) for text in up_to(2, members.alphabet()) if members.matches(text)]
            of_others = [len(text) for text in up_to(2, CHARACTERS) if members.matches(text)]
            shortest = members.shortest()
            assert min(of_alphabet, default=3) == min(3 if shortest is None else shortest, 3)
            assert min(of_others, default=3) >= min(of_alphabet, default=3)
            assert members.empty == (shortest is None)
            empty += members.empty
    assert empty > 20


def test_a_language_of_surrogates_only_is_not_empty() -> None:
    assert intersection((language("[\ud800-\udfff]"), language("[^a]"))).shortest() == 1
    assert language("(?=.)[\ud800-\udfff]+(?<!b)").shortest() == 1


@pytest.mark.parametrize(
    ("pattern", "most"),
    [
        ("(a|b)*abb", 5),
        (r"[a-z]+@[a-z]+\.(com|org)", 11),
        (r"\d{4}-\d{2}-\d{2}", 12),
        (r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}", 28),
        (r"^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$", 61),
        (r"(?:(?!--).)*-->", 5),
        (r"\b\w+\b(?: \b\w+\b)*", 3),
        (r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", 9),
        (r"^[a-z0-9]+(?:-[a-z0-9]+)*$", 3),
        ("(a*)*b", 3),
        ("(?:a?){20}a{20}", 42),
        (".*a{0,1000}", 3),
        ("a{1000}", 1002),
        (".*a.{6}", 129),
    ],
)
def test_a_language_has_few_derivatives(pattern: str, most: int) -> None:
    assert len(states(language(pattern))) <= most


def test_containing_a_text_has_a_derivative_for_each_prefix() -> None:
    assert len(states(containing("abab"))) == 5
    assert len(states(ending("abab"))) == 5
    assert len(states(starting("abab"))) == 6
    assert states(ALL) == {ALL}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a|b", "[ba]"),
        ("(?:a|b)|c*", "c*|b|a"),
        ("(a*)*", "a*"),
        ("(?:a+)?", "a*"),
        ("(?:a?)*?", "a*"),
        ("aa*", "a+"),
        ("a?a", "a{1,2}"),
        ("(?:a{2,3}|a{4,9})", "a{2,9}"),
        ("(?:(?:a{1,2}){3})", "a{3,6}"),
        ("a|", "a?"),
        ("^abc$", "abc"),
        ("a?bc|bc", "a?bc"),
        ("(?:)", ""),
    ],
)
def test_the_same_language_written_differently_has_one_normal_form(one: str, other: str) -> None:
    assert language(one) == language(other)


def test_normal_forms_know_the_laws_of_sets() -> None:
    some, other = language("a+b"), language("[ab]*")
    nothing = ALL.complement()
    assert union((some, other)) == union((other, some))
    assert union((some, some)) == intersection((some, some)) == some
    assert some.complement().complement() == some
    assert union((some, some.complement())) == ALL
    assert intersection((some, some.complement())) == nothing
    assert union((some, intersection((some, other)))) == intersection((some, union((some, other)))) == some
    assert union((some, nothing)) == intersection((some, ALL)) == some
    assert concat(some, nothing) == nothing
    assert nothing.empty
    assert nothing.shortest() is None


def test_a_language_is_the_same_object_after_pickling() -> None:
    members = intersection((language(r"(?=.*a)(?:b|c$)*\b[^d]{2,}"), containing("x").complement()))
    assert pickle.loads(pickle.dumps(members)) is members


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("", "a"),
        ("a", "ab"),
        ("b", "ab"),
        (r"\d", "a01"),
        ("[a-z]", "ab0"),
        ("[a-z]A", "ab0A"),
        ("a[a-z]", "abc0"),
        (r"[^a]", "abc"),
        (".", "ab\n"),
        (r"(?s).", "ab"),
        (r"[ -/]", "a !"),
        ("é", "aé"),
        ("[é-ü]", "aéê"),
        ("[\ud800-\udfff]", "a"),
        ("[\ud7ff-\ue000]", "a\ud7ff\ue000"),
    ],
)
def test_the_alphabet_has_readable_characters_of_every_kind(pattern: str, expected: str) -> None:
    assert "".join(language(pattern).alphabet()) == expected


def test_the_alphabet_is_enough_to_tell_all_derivatives_apart() -> None:
    patterns = Patterns(10, looking=True)
    for _ in range(100):
        members = read(patterns.edged(3), patterns.flags(), "fullmatch")
        if members is not None:
            reached = {members.derivative(char) for char in members.alphabet()}
            assert {members.derivative(char) for char in CHARACTERS if char != "\ud800"} <= reached


def test_long_texts_need_no_recursion() -> None:
    text = "abc de" * 1000
    assert language(text).matches(text)
    assert language(f"^{text}$").shortest() == 6000
    optional = language("[ab]?[cd]?" * 1000)
    assert optional.matches("acd")
    assert optional.alphabet() == ("a", "b", "c", "d", "e")


def test_counted_repeats_are_not_unrolled() -> None:
    assert language("(?:a{1000}b){1000}").shortest() == 1001 * 1000
    assert language("(?:ab?){,100000}").matches("ab" * 100)


def test_a_repeat_of_an_assertion_may_be_satisfied_in_one_place() -> None:
    for pattern in ("(?:a|$){3}", "(?:a|(?=b)){3,4}b", r"(?:\b|a){2,}b?", "(?:(?:^|a){2}|b){2}"):
        for text in up_to(5, "ab"):
            assert language(pattern).matches(text) == bool(re.fullmatch(pattern, text)), (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "flags", "how", "reason"),
    [
        (r"(a)\1", 0, "fullmatch", r"backreference \1 is not regular"),
        (r"(?P<x>a)(?P=x)", 0, "fullmatch", r"backreference \1 is not regular"),
        (r"(a)?(?(1)b|c)", 0, "fullmatch", "conditional group (?(1)...) is not regular"),
        (r"(?>a*)b", 0, "fullmatch", "atomic group (?>...) is not handled: it drops matches of its content"),
        (r"a*+b", 0, "fullmatch", "possessive quantifier is not handled: it drops matches of its content"),
        (r"(?<=a$)", 0, "fullmatch", "a lookbehind that looks ahead is not handled"),
        (rb"\w", re.LOCALE, "fullmatch", "the LOCALE flag makes matches depend on the locale"),
        (rb"(?L:a)", 0, "fullmatch", "the LOCALE flag makes matches depend on the locale"),
        (r"(?u:\w)", re.A, "search", "re.search does not respect the flags a and u of a group"),
        ("(a", 0, "fullmatch", "not a pattern of re: missing ), unterminated subpattern at position 0"),
        ("(?<=a*)b", 0, "fullmatch", "not a pattern of re: look-behind requires fixed-width pattern"),
        ("a{99999999999}", 0, "fullmatch", "not a pattern of re: the repetition number is too large"),
        ("a", re.LOCALE, "fullmatch", "not a pattern of re: cannot use LOCALE flag with a str pattern"),
        ("(" * 10000 + ")" * 10000, 0, "fullmatch", "the pattern is nested too deeply"),
        ("(?=" * 50 + ")" * 50, 0, "fullmatch", "the pattern is nested more than 40 levels deep"),
    ],
)
def test_what_is_not_regular_is_refused_with_a_reason(pattern: str | bytes, flags: int, how: str, reason: str) -> None:
    with pytest.raises(NotRegularError) as refused:
        language(pattern, flags, how)
    assert str(refused.value) == reason
    assert isinstance(refused.value, RefuteError)


def test_a_pattern_about_which_re_warns_is_read_without_a_warning() -> None:
    assert language("[[a]").matches("[")


def test_threads_intern_the_same_language_once() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for round_ in range(50):
            pattern = rf"(?:a{round_}|b{{2,{round_ + 2}}})*c(?=x{round_})[^d-f]?"
            with ThreadPoolExecutor(4) as pool:
                found = list(pool.map(language, [pattern] * 4))
            assert all(members is found[0] for members in found)
    finally:
        sys.setswitchinterval(interval)
