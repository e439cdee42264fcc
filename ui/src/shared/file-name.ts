// File name of a path, with Windows or POSIX separators.
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) || path;
