import { UsageError } from './output/usage-error.ts';

/** The options given as flags. */
export interface InitOptions {
  readonly publicUrl?: string;
  readonly databaseUrl?: string;
  readonly ownerDatabaseUrl?: string;
  readonly trustDatabaseNetwork?: true;
  readonly bankId?: string;
  readonly bankCode?: string;
  readonly bankName?: string;
  readonly country?: string;
  readonly currency?: string;
  readonly timeZone?: string;
  readonly bin?: string;
  readonly dataDir: string;
  readonly trustedProxies?: string;
  readonly json?: true;
}

interface Question {
  readonly option: string;
  readonly question: string;
  readonly needs: string;
  isRight(answer: string): boolean;
}

const like = (pattern: RegExp) => (answer: string) => pattern.test(answer);
const urlOf =
  (...schemes: readonly string[]) =>
  (answer: string) =>
    URL.canParse(answer) && schemes.includes(new URL(answer).protocol);

const QUESTIONS = {
  publicUrl: {
    option: '--public-url',
    question: 'What is the public URL of the service?',
    needs: 'a URL that begins with https://',
    isRight: urlOf('https:'),
  },
  databaseUrl: {
    option: '--database-url',
    question: 'What is the database URL, with the login of the servers?',
    needs: 'a URL that begins with postgres://',
    isRight: like(/^postgres(?:ql)?:\/\/\S+$/),
  },
  bankId: {
    option: '--bank-id',
    question: 'What is the ID of the first bank?',
    needs: '1 to 4 uppercase letters or digits',
    isRight: like(/^[A-Z0-9]{1,4}$/),
  },
  bankCode: {
    option: '--bank-code',
    question: 'What is its code in client records?',
    needs: '1 to 3 letters or digits',
    isRight: like(/^[A-Za-z0-9]{1,3}$/),
  },
  bankName: {
    option: '--bank-name',
    question: 'What is its name?',
    needs: '1 to 100 characters',
    isRight: like(/^(?=.*\S)[^\n]{1,100}$/),
  },
  country: {
    option: '--country',
    question: 'What is its country? (two letters)',
    needs: 'two uppercase letters',
    isRight: like(/^[A-Z]{2}$/),
  },
  currency: {
    option: '--currency',
    question: 'What is its currency? (three letters)',
    needs: 'a currency code of three uppercase letters',
    isRight: (answer: string) => Intl.supportedValuesOf('currency').includes(answer),
  },
  timeZone: {
    option: '--time-zone',
    question: 'What is its time zone? (such as Asia/Dubai)',
    needs: 'a time zone such as Asia/Dubai',
    isRight: isTimeZone,
  },
  bin: {
    option: '--bin',
    question: 'What is the BIN of its cards? (6 to 8 digits)',
    needs: '6 to 8 digits',
    isRight: like(/^\d{6,8}$/),
  },
} as const satisfies Record<string, Question>;

export type InitAnswers = Readonly<Record<keyof typeof QUESTIONS, string>>;

/**
 * Combines the flags with a person's answers to the missing questions. A script gets an error that names the missing
 * flag.
 */
export async function completeAnswers(options: InitOptions): Promise<InitAnswers> {
  const answers: Record<string, string> = {};
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const option = options[name as keyof typeof QUESTIONS];
    if (option !== undefined && !question.isRight(option)) {
      throw new UsageError(`${question.option} must be ${question.needs}`);
    }
    answers[name] = option ?? (await promptQuestion(question));
  }
  return answers as InitAnswers;
}

async function promptQuestion({ option, question, needs, isRight }: Question): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(`specify ${option}: ${needs}`);
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({
    message: question,
    // Prompts go to standard error, because standard output is for results.
    output: process.stderr,
    validate: (value) => (isRight(value?.trim() ?? '') ? undefined : `Enter ${needs}`),
  });
  if (isCancel(answer)) throw new UsageError('canceled: no files were written');
  return answer.trim();
}

function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone !== '' && (name.includes('/') || name === 'UTC');
  } catch {
    return false;
  }
}
