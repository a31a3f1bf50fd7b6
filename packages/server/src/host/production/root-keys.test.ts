import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileFolder } from '../../testing/file-resources.ts';
import { runServer } from '../../testing/system/server-process.ts';

const MASTER = randomBytes(32).toString('base64');
const CONTENT = JSON.stringify({ master: MASTER, lookup: randomBytes(32).toString('base64') });

const folder = fileFolder();

it.each([
  [
    'is missing',
    (path: string) =>
      `cannot read ${path}: ENOENT: no such file or directory, open '${path}'; put the key file there, or "cardwright keys generate" makes one for a new database`,
    undefined,
  ],
  [
    'was cut off',
    (path: string) => `${path} is not a JSON object, and may be truncated: restore your copy`,
    { content: CONTENT.slice(0, 70), mode: 0o600 },
  ],
  [
    'others can read',
    (path: string) => `${path} has mode 0644, so others can access the keys: chmod 600 ${path}`,
    { content: CONTENT, mode: 0o644 },
  ],
])('a server with a key file that %s does not start, states the remedy and shows no key', async (name, text, file) => {
  const path = join(folder, `${name}.json`);
  if (file !== undefined) await writeFile(path, file.content, { mode: file.mode });
  const { code, output } = await runServer({
    CARDWRIGHT_KEY_FILE: path,
    CARDWRIGHT_DATA_DIR: folder,
    // no database listens there, because the server checks the keys first
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
  });
  expect([code, output]).toEqual([1, `Cardwright could not start: CARDWRIGHT_KEY_FILE: ${text(path)}\n`]);
});
