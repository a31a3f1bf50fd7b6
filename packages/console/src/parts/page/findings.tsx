import { CardwrightError } from '@cardwright/sdk/browser';
import { lazy, type ReactNode, Suspense } from 'react';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from './error-notice.tsx';
import classes from './findings.module.css';

const ArabicFault = lazy(async () => ({ default: (await import('./arabic-fault.tsx')).ArabicFault }));

/** One fault in the input of a form. */
export interface TypedFault {
  /** The name of the field in the interface. */
  readonly path: string;
  readonly message: string;
  /** The code in the server's catalogue. */
  readonly code?: string;
}

/**
 * The findings of the server, by the names of the fields of a form.
 * @param under the path prefix of the form's fields in the request, such as `program.`
 */
export function faultsOf(error: unknown, under = ''): readonly TypedFault[] {
  if (!(error instanceof CardwrightError)) return [];
  return error.findings.map(({ path, message, code }) => {
    const field = path.replace(/^body\./, '');
    return { path: field.startsWith(under) ? field.slice(under.length) : field, message, code };
  });
}

/** The faults of one part of a form, by the names of its own fields. */
export function faultsUnder(faults: readonly TypedFault[], part: string): readonly TypedFault[] {
  return faults
    .filter(({ path }) => isWithin(path, part))
    .map((fault) => ({ ...fault, path: fault.path.slice(part.length).replace(/^\./, '') }));
}

/** The faults of one field, for display below it. Faults inside a nested field include their path. */
export function faultAt(faults: readonly TypedFault[], name: string): ReactNode {
  const here = faults.filter(({ path }) => isWithin(path, name));
  if (here.length === 0) return undefined;
  return here.map((fault) => (
    <bdi key={fault.path + fault.message} className={classes.fault} data-fault={fault.path}>
      {fault.path !== name && `${fault.path}: `}
      <FaultText {...fault} />
    </bdi>
  ));
}

/** Lists faults that no displayed field shows, below the form. */
export function OtherFaults({ error, faults, displayed }: OtherParts) {
  const others = faults.filter(({ path }) => !displayed.some((name) => isWithin(path, name)));
  if (faults.length > 0 && others.length === 0) return null;
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      {others.map((fault) => (
        <p key={fault.path + fault.message} data-fault={fault.path}>
          <bdi dir="ltr">{fault.path}</bdi>:{' '}
          <bdi>
            <FaultText {...fault} />
          </bdi>
        </p>
      ))}
    </>
  );
}

/** The text of a fault. Faults without a code are texts of the console; the server writes its own in English. */
export function FaultText({ message, code }: Omit<TypedFault, 'path'>) {
  const { language } = useWords();
  if (language === 'en' || code === undefined) return <>{message}</>;
  return (
    <Suspense fallback={null}>
      <ArabicFault message={message} code={code} />
    </Suspense>
  );
}

interface OtherParts {
  readonly error: unknown;
  readonly faults: readonly TypedFault[];
  readonly displayed: readonly string[];
}

function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}
