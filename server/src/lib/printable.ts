/** A name from outside as it may stand in a message: at most 60 characters, with nothing that steers a terminal or reorders text. */
export function printableName(name: string): string {
  const short = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name;
  return JSON.stringify(short)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** Text from outside as it may be printed on a terminal: line breaks and tabs stay, every other control character is replaced. */
export function printableText(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
}
