import { DemoEnd } from './demo-caller.ts';
import { runDemo } from './demo-job.ts';

/** `npm run demo [-- <url>]` */
const DEFAULT_URL = 'http://127.0.0.1:8080';

try {
  await runDemo((process.argv[2] ?? DEFAULT_URL).replace(/\/+$/, ''), (text) => void process.stdout.write(text));
} catch (error) {
  if (!(error instanceof DemoEnd)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
