import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Flags } from './flags.ts';

/** Options of Node that make a measured server write a CPU profile when it ends; empty without the flag. */
export async function profileOptions(
  { profile }: Pick<Flags, 'profile'>,
  what: string,
  print: (line: string) => void,
): Promise<string[]> {
  if (!profile) return [];
  const folder = resolve('.cache', 'bench-profile');
  await mkdir(folder, { recursive: true });
  const name = `${what}-${Date.now()}.cpuprofile`;
  print(`CPU profile of ${what}, once it has ended: ${join(folder, name)}`);
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}`];
}
