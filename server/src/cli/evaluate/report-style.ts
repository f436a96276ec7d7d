/** The report's styles, light and dark. They load no font, image or script. */
export const reportStyle = `
:root { color-scheme: light dark; --page: #fbfaf8; --card: #fff; --ink: #1d1b19; --soft: #6b655e; --line: #e6e1da;
  --safe: #1a7f4e; --review: #b26a00; --blocked: #c0362c; --accent: #4453c4; --track: #efebe5; }
@media (prefers-color-scheme: dark) { :root { --page: #161514; --card: #1f1d1b; --ink: #ece8e2; --soft: #a39b91; --line: #35312d;
  --safe: #4cc38a; --review: #f0a94a; --blocked: #ff7b6e; --accent: #9aa5ff; --track: #2c2926; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 48px 24px 80px; background: var(--page); color: var(--ink);
  font: 15px/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 6px; letter-spacing: -0.02em; }
h2 { font-size: 18px; margin: 48px 0 4px; letter-spacing: -0.01em; }
p { margin: 0 0 16px; color: var(--soft); max-width: 76ch; }
code { font: 0.92em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 16px 0; overflow-x: auto; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); gap: 12px; margin: 28px 0 12px; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px; border-top: 3px solid var(--line); }
.tile.met { border-top-color: var(--safe); } .tile.missed { border-top-color: var(--blocked); }
.tile b { display: block; font-size: 26px; line-height: 1.25; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile { display: flex; flex-direction: column; } .tile b { margin-top: auto; } .tile span { display: block; color: var(--soft); font-size: 13px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 16px; }
.charts .card { margin: 0; } figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: 8px; }
figcaption small { display: block; font-weight: 400; color: var(--soft); font-size: 13px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 14px; }
th { text-align: left; color: var(--soft); font-weight: 500; font-size: 12.5px; white-space: nowrap; }
th, td { padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; } .n { text-align: right; white-space: nowrap; } .soft { color: var(--soft); }
.mark { font-weight: 700; width: 20px; } .met .mark { color: var(--safe); } .missed .mark { color: var(--blocked); }
.bad { color: var(--blocked); font-weight: 600; }
svg { display: block; max-width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--line); stroke-width: 1; } .ideal { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 4 4; }
.safe { --hue: var(--safe); } .review { --hue: var(--review); } .blocked { --hue: var(--blocked); } .all { --hue: var(--accent); }
.curve { fill: none; stroke: var(--hue); stroke-width: 2; stroke-linejoin: round; } .dot { fill: var(--hue); fill-opacity: 0.75; stroke: var(--card); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 8px; font-size: 13px; color: var(--soft); }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 3px; background: var(--hue); margin-right: 6px; }
.range { min-width: 120px; } .range svg { margin-top: 5px; } .track { fill: var(--track); } .reach { fill: var(--accent); fill-opacity: 0.35; }
.point { fill: var(--accent); } .aim { stroke: var(--ink); stroke-width: 1.5; }
details > summary { cursor: pointer; color: var(--soft); margin: 8px 0; } footer { margin-top: 56px; color: var(--soft); font-size: 13px; }
@media print { body { padding: 0; } .card, .tile { break-inside: avoid; } }
`;
