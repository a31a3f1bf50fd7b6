import { seedSandbox } from '../sandbox/index.ts';
import { openDemoData } from './open-demo-data.ts';

type Options = Parameters<typeof openDemoData>[0];
type Deps = Parameters<typeof openDemoData>[1];

/** What there is to see in a sandbox: the fixtures before it serves, the month of data behind its start. */
export async function openSandboxData(options: Options, deps: Deps) {
  const isSandbox = options.settings.CARDWRIGHT_MODE === 'sandbox';
  const fixtures = isSandbox ? await seedSandbox(deps) : undefined;
  return { fixtures, demoData: openDemoData(options, deps) };
}
