import { connect } from 'node:net';

/** Sends bytes as they are, one for each character, and answers everything that comes back until the server ends the connection. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
}
