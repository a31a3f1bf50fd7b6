/**
 * A bank's receiver of token notifications. It is the example in the README of @cardwright/sdk, which its tests run.
 */
export const RECEIVER_SNIPPET = `import { createServer } from 'node:http';
import { answerNotification, inMemory, storeOnce, receiveFromNode, sendAnswer } from '@cardwright/sdk';

const deduplicate = inMemory();
const server = createServer(async (request, response) => {
  try {
    const received = await receiveFromNode(request, { secret: process.env.WEBHOOK_SECRET });
    sendAnswer(response, await storeOnce(received, deduplicate, store));
  } catch (error) {
    console.error(error);
    sendAnswer(response, answerNotification({ type: '', code: '96' }));
  }
});
server.listen(process.env.PORT);
`;

/** An acquirer's receiver, which responds with a status only. */
export const SIGNATURE_SNIPPET = `import { createServer } from 'node:http';
import { readRawBody, verifyWebhook } from '@cardwright/sdk';

const server = createServer(async (request, response) => {
  try {
    const body = await readRawBody(request);
    const { ok } = verifyWebhook({ headers: request.headers, body, keys: [process.env.WEBHOOK_SECRET] });
    if (ok) await store(JSON.parse(new TextDecoder().decode(body)));
    response.writeHead(ok ? 204 : 401).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(process.env.PORT);
`;
