import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { writeConfigurationFiles } from './configuration-files.ts';
import { ownerOf, readGateway } from './deployment.ts';

/** Writes the configuration of the caller's bank or acquirer to its folder. */
export async function pullFolder(root: string, options: SharedOptions): Promise<void> {
  const { owner, configuration, deployment } = await readGateway(await openClient(options));
  const hasDeployment = Object.keys(deployment).length > 0;
  const file = { ...configuration, ...(hasDeployment && { deployment }) };
  const written = await writeConfigurationFiles(root, ownerOf(owner), file);
  if (options.json) return print(jsonLine({ written }));
  for (const path of written) print(path);
}
