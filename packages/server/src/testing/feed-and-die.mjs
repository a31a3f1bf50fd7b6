// Writes the feed of DEMO as a server does, in its own process, and kills itself with `kill -9` at the step FEED_DIE_AT. Prints each
// step. The environment is that of a command.
import { openDeployment } from '../../dist/entry-points.js';
import { claimFeed } from '../../dist/platform/outbox/feed/feed-store.js';
import { writeFeed } from '../../dist/platform/outbox/feed/write-feed.js';

const dieAt = Number(process.env.FEED_DIE_AT);
delete process.env.FEED_DIE_AT;
const deployment = await openDeployment(process.env, { report: (line) => process.stderr.write(`${line}\n`) });
const { database } = deployment;
const leased = { bankId: 'DEMO', lease: crypto.randomUUID() };
let steps = 0;
const atStep = (step) => {
  steps += 1;
  process.stdout.write(`${steps} ${step}\n`);
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL');
};
const feed = await claimFeed(database, leased.bankId, leased.lease);
if (feed !== undefined) await writeFeed({ database, vault: await deployment.vault(), atStep }, leased, feed);
await deployment.close();
