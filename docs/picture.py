"""Draws a terminal screen with its escape sequences (tmux capture-pane -e -N) as SVG."""
import re
import sys
import unicodedata
from html import escape

WIDTH, HEIGHT, LEFT, TOP = 8.4, 18, 8, 8
THEMES = {
    "dark": ("#d0d0d0", "#1c1c1c", ["#1c1c1c", "#ff6b68", "#87c38a", "#e5c07b", "#6ca9e8", "#d787d7", "#5fc0c0", "#d0d0d0"]),
    "light": ("#1c1c1c", "#fafafa", ["#1c1c1c", "#b00020", "#1a7f37", "#8a6100", "#0550ae", "#8b1a8b", "#0b6e6e", "#6e6e6e"]),
}
ink, paper, palette = THEMES[sys.argv[1] if len(sys.argv) > 1 else "dark"]


def colour(numbers, default):
    n = numbers.pop(0)
    if n in (38, 48) and numbers[:1] == [5]:
        numbers.pop(0)
        return palette[numbers.pop(0) % 8]
    return palette[n % 10] if n % 10 < 8 else default


def runs(line, style):
    """Stretches of one style: column, width, text, style; and the style in which the next line begins."""
    column, out = 0, []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b["):
            text = re.sub(r"\x1b.", "", part).replace("\x0e", "").replace("\x0f", "")
            if text:
                wide = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text if not unicodedata.combining(c))
                out.append((column, wide, text, dict(style)))
                column += wide
            continue
        numbers = [int(n or 0) for n in part[2:-1].split(";")]
        while numbers:
            n = numbers[0]
            if 30 <= n <= 39 or 90 <= n <= 97:
                style["ink"] = colour(numbers, ink)
                continue
            if 40 <= n <= 49 or 100 <= n <= 107:
                style["paper"] = colour(numbers, None)
                continue
            numbers.pop(0)
            if n == 0:
                style = {}
            for name, on, off in [("bold", 1, 22), ("dim", 2, 22), ("italic", 3, 23), ("under", 4, 24), ("swap", 7, 27)]:
                if n in (on, off):
                    style[name] = n == on
    return out, style


lines, style = [], {}
for line in sys.stdin.read().rstrip("\n").split("\n"):
    drawn, style = runs(line, style)
    lines.append(drawn)
columns = max(sum(wide for _, wide, _, _ in line) for line in lines)
print(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * WIDTH + 2 * LEFT:.0f} {len(lines) * HEIGHT + 2 * TOP}" '
    'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">'
)
print(f'<rect width="100%" height="100%" rx="6" fill="{paper}"/>')
for n, line in enumerate(lines):
    y = TOP + n * HEIGHT
    for column, wide, text, style in line:
        front, back = style.get("ink", ink), style.get("paper")
        if style.get("swap"):
            front, back = back or paper, front
        x = LEFT + column * WIDTH
        if back:
            print(f'<rect x="{x:.1f}" y="{y}" width="{wide * WIDTH:.1f}" height="{HEIGHT}" fill="{back}"/>')
        words = text.strip()
        if not words:
            continue
        x += (len(text) - len(text.lstrip())) * WIDTH
        length = (wide - (len(text) - len(words))) * WIDTH
        more = ' font-weight="bold"' * bool(style.get("bold")) + ' font-style="italic"' * bool(style.get("italic"))
        more += ' text-decoration="underline"' * bool(style.get("under")) + ' opacity="0.65"' * bool(style.get("dim"))
        print(
            f'<text x="{x:.1f}" y="{y + 13}" fill="{front}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs" '
            f'xml:space="preserve"{more}>{escape(words)}</text>'
        )
print("</svg>")
