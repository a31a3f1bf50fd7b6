import { connect } from 'node:net';

/**
 * Sends bytes unchanged, one for each character, and returns everything that the server sends until it closes the connection.
 */
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
