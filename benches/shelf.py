#!/usr/bin/env python3
"""Writes invented law books to measure search on a large shelf: benches/shelf.py FOLDER [BOOKS].

Each is a tabbed Danish text of some 750 KB whose words are made up of syllables, with a few of the game's words among them, so
that nothing of it is anybody's.
"""
import random
import sys
from pathlib import Path

SYLLABLES = ["ka", "ne", "lo", "mi", "tru", "ves", "ple", "dor", "sig", "han", "bel", "fro", "kul", "ris", "tan", "op"]
GAME = ["kort", "stik", "makker", "modspiller", "spilfører", "melding", "farve", "strafkort"]


def main() -> None:
    folder = Path(sys.argv[1])
    books = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    folder.mkdir(parents=True, exist_ok=True)
    for book in range(books):
        chance = random.Random(book)
        words = ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(4000)]

        def sentence(length: int) -> str:
            picked = [chance.choice(GAME) if chance.random() < 0.02 else chance.choice(words) for _ in range(length)]
            return " ".join(picked).capitalize() + "."

        lines = []
        for law in range(1, 94):
            lines += [f"§{law}. {sentence(4)[:-1]}", ""]
            for letter in "ABCDE":
                lines += [f"{letter}.\t{sentence(3)[:-1]}", "\t" + " ".join(sentence(18) for _ in range(10))]
            lines.append("")
        (folder / f"book-{book:03}.txt").write_text("\n".join(lines), encoding="utf-8")


main()
