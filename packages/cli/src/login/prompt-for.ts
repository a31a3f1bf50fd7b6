import { UsageError } from '../output/usage-error.ts';

const QUESTIONS = {
  url: 'Where is the gateway? (https://...)',
  issuer: 'Identity provider (https://...)',
  'client id': 'Client id',
  secret: 'Client secret',
} as const;

/** Asks a person on a terminal. A script gets an error that names the missing option, because no one would answer. */
export async function promptFor(what: keyof typeof QUESTIONS, option: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(`give the ${what} with ${option}`);
  const { isCancel, password, text } = await import('@clack/prompts');
  // Prompts go to standard error, because standard output is for results.
  const shared = { message: QUESTIONS[what], output: process.stderr };
  const validate = (value: string | undefined) => (value?.trim() ? undefined : 'Please write something');
  const answer = what === 'secret' ? await password({ ...shared, validate }) : await text({ ...shared, validate });
  if (isCancel(answer)) throw new UsageError('nothing was kept');
  return answer.trim();
}
