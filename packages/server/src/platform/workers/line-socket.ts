import type { Socket } from 'node:net';

/**
 * Writes lines to a socket. All lines of one turn of the event loop are one write, because a write for each would cost
 * more than its content.
 */
export function lineWriter(socket: Socket): (line: string) => void {
  let buffered = '';
  const flush = () => {
    const text = buffered;
    buffered = '';
    if (socket.writable) socket.write(text);
  };
  return (line) => {
    if (buffered === '') setImmediate(flush);
    buffered += `${line}\n`;
  };
}

/** Calls `onLine` for each whole line from a socket. */
export function readLines(socket: Socket, onLine: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

/** Announces that the responding process is about to stop and accepts no more requests. */
export const LEAVING = 'leaving';

/** A line of a request or of its answer: the number that both have, and a text without line breaks. */
export function numberedLine(id: number, text: string): string {
  return `${id}\t${text}`;
}

export function readNumberedLine(line: string): { id: number; text: string } {
  const at = line.indexOf('\t');
  return { id: Number(line.slice(0, at)), text: line.slice(at + 1) };
}
