// The beginning of a text that may be a megabyte long. Never ends within a character.

export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${beginningOf(text, most)}…`;
}

export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
