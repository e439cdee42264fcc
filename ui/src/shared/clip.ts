// Truncation of long texts; it never splits a surrogate pair.

export function clip(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${beginningOf(text, maxLength)}…`;
}

export function beginningOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}
