import { UsageError } from '../output/usage-error.ts';

const QUESTIONS = {
  URL: 'URL of the gateway (https://...)',
  issuer: 'URL of the identity provider (https://...)',
  'client id': 'Client ID',
  secret: 'Client secret',
} as const;

/** Asks a person on a terminal. A script gets an error that names the missing option, because no one would answer. */
export async function promptFor(what: keyof typeof QUESTIONS, option: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(`specify the ${what} with ${option}`);
  const { isCancel, password, text } = await import('@clack/prompts');
  // Prompts go to standard error, because standard output is for results.
  const shared = { message: QUESTIONS[what], output: process.stderr };
  const validate = (value: string | undefined) => (value?.trim() ? undefined : 'Enter a value');
  const answer = what === 'secret' ? await password({ ...shared, validate }) : await text({ ...shared, validate });
  if (isCancel(answer)) throw new UsageError('canceled: no profile was saved');
  return answer.trim();
}
