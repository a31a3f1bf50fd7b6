import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector of spans in its own process. It accepts everything and reports how many batches arrived. */

let batches = 0;

const server = createServer((request, response) => {
  if (request.method === 'POST') batches += 1;
  const answer = request.method === 'POST' ? '{}' : String(batches);
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(answer.length) });
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
