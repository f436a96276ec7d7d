/** Returns facts in blocks, nearly as long as a text may be. */
export function longPersona(): string {
  const words =
    'the glaze of this cup is fired twice and keeps its colour for years to come in any kitchen that there is';
  const fact = (index: number) =>
    [
      `  - id: fact_${index}`,
      `    topic: cup ${index}`,
      '    text: |-',
      `      Cup number ${index}: ${words}.`,
      `      It costs ${index % 90} euros, and ${words}.`,
      '    aliases:',
      `      - how much is cup ${index}`,
      `      - tell me of cup ${index}`,
    ].join('\n');
  return `facts:\n${Array.from({ length: 4_900 }, (_, index) => fact(index)).join('\n')}\n`;
}
