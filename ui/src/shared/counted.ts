// Counted nouns ("3 tools").
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : many}`;
