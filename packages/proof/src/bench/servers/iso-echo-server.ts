import { type AddressInfo, createServer } from 'node:net';
import { Codec, encodeFrame, FrameReader, SPECIFICATIONS } from '@cardwright/iso8583';
import { toResponse } from '@cardwright/server/internal/issuing/iso8583/mapping/to-response';

/** The baseline of ISO 8583: the codec and the socket alone. This server approves every message and decides nothing. */

const DECISION = { responseCode: '00', approvalCode: '123456', settlementDate: '1120' } as const;

const server = createServer((socket) => {
  const codec = new Codec(SPECIFICATIONS['iso1987-ascii']);
  const reader = new FrameReader(
    {},
    {
      message({ message: bytes }) {
        const decoded = codec.decode(bytes);
        const response = decoded.ok ? toResponse(decoded.message, DECISION) : undefined;
        if (response === undefined) socket.destroy();
        else socket.write(encodeFrame(codec, response));
      },
      keepAlive: () => {},
    },
  );
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    // The responses to the messages of a chunk are sent together.
    socket.cork();
    if (reader.push(chunk) !== undefined) socket.destroy();
    socket.uncork();
  });
});
server.listen(Number(process.env.PORT ?? 0), process.env.HOST ?? '127.0.0.1', () => {
  const { address, port } = server.address() as AddressInfo;
  process.stdout.write(`ready http://${address}:${port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
