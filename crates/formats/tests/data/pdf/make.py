"""Makes the PDF files of this folder from laws of invented wording.

    python3 -m venv venv && venv/bin/pip install typst reportlab
    venv/bin/python make.py [FOLDER]

one.pdf      one column: running headers, page numbers, footnotes, hyphens at line ends, ligatures; subset fonts
two.pdf      the same in two columns
plain.pdf    the same words in Helvetica with WinAnsi encoding, no map to Unicode, soft hyphens in the text
scan.pdf     two pages of pictures without text
"""

import pathlib
import re
import sys

import typst
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen import canvas

here = pathlib.Path(__file__).parent
out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
source = here / "laws.typ"

typst.compile(str(source), output=str(out / "one.pdf"), sys_inputs={"columns": "1"})
typst.compile(str(source), output=str(out / "two.pdf"), sys_inputs={"columns": "2"})


def words():
    """The text of laws.typ as lines: label, indent, words; and the footnotes."""
    for line in source.read_text().splitlines():
        if line.startswith(("//", "#let", "#set", "#show")) or not re.match(r"#(law|part|item|sub)\(|\w", line):
            continue
        if not re.match(r"#(law|part|item|sub)\(", line) and line.startswith((" ", ")", "width", "header", "footer")):
            continue
        notes = re.findall(r"#footnote\[([^\]]*)\]", line)
        line = re.sub(r"#footnote\[[^\]]*\]", "", line)
        found = re.match(r'#(law|part|item|sub)\("?([^")]*\)?)"?\)\[(.*)\]$', line)
        if found:
            kind, label, text = found.groups()
            label = label if kind in ("item", "sub") else label + "."
            yield {"law": 0, "part": 0, "item": 5, "sub": 10}[kind], label + " " + text, notes
        else:
            yield 0, line, notes


def plain():
    page = canvas.Canvas(str(out / "plain.pdf"), pagesize=A5, invariant=1)
    width, height = A5
    at, number, note, notes = height - 70, 1, 0, []

    def finish():
        nonlocal at, number, notes
        page.setFont("Helvetica", 8)
        page.drawCentredString(width / 2, height - 40, "Lover for kulespill på hylle")
        page.drawCentredString(width / 2, 30, str(number))
        for n, (mark, text) in enumerate(notes):
            page.drawString(50, 50 + 10 * (len(notes) - n), f"{mark} {text}")
        page.showPage()
        at, number, notes = height - 70, number + 1, []

    for indent, text, found in words():
        text = re.sub("[♠♥♦♣] ?", "", text)
        for footnote in found:
            note += 1
            notes.append((note, footnote))
        lines, line = [], ""
        for word in text.split():
            if page.stringWidth(line + " " + word, "Helvetica", 10) > width - 100 - indent * 3:
                lines.append(line)
                line = word
            else:
                line = (line + " " + word).strip()
        lines.append(line)
        for n, line in enumerate(lines):
            page.setFont("Helvetica", 10)
            page.drawString(50 + indent * 3 - (15 if n == 0 and indent else 0), at, line.replace("turn", "turn\u00ad"))
            at -= 13
        at -= 4
        if at < 110:
            finish()
    finish()
    page.save()


def scan():
    page = canvas.Canvas(str(out / "scan.pdf"), pagesize=A5, invariant=1)
    for _ in range(2):
        page.rect(50, 50, 200, 300, fill=1)
        page.showPage()
    page.save()


plain()
scan()
