import { SIGN_IN_PATH } from '@cardwright/contract';
import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../parts/page/error-notice.tsx';
import { LanguageChoice } from '../parts/page/language-choice.tsx';
import { QueryBoundary } from '../parts/page/query-boundary.tsx';
import { queryClient, SESSION_KEY } from '../session/query-client.ts';
import { readSignInChoices, signInAsDemo } from '../session/session-calls.ts';
import type { Session, SignInChoices } from '../session/session-data.ts';
import mark from '../theme/mark.svg';
import { useWords } from '../words/language.ts';
import { DemoPeople } from './demo-people.tsx';
import { SIGN_IN_ERRORS } from './sign-in-errors.ts';
import classes from './sign-in-page.module.css';

/**
 * Lists the identity providers, and in a sandbox demo people who need no password. `last` is the person whose session
 * ended here, and whose screen is still in this page: the provider then opens in another tab.
 */
export function SignInPage({ last }: { last?: Pick<Session, 'name'> | undefined }) {
  const { t } = useWords();
  const choices = useQuery({ queryKey: ['sign-in'], queryFn: readSignInChoices });
  const signIn = useMutation({
    mutationFn: signInAsDemo,
    onSuccess: (session) => queryClient.setQueryData(SESSION_KEY, session),
  });
  const why = new URLSearchParams(window.location.search).get('sign_in_error');
  const refusal = why === null ? undefined : SIGN_IN_ERRORS[why];
  return (
    <main className={classes.page}>
      <title>{`${t('signIn.title')} · Cardwright`}</title>
      <div className={classes.head}>
        <img src={mark} alt="" width={36} height={36} />
        <h1 className={classes.title}>{t('signIn.title')}</h1>
        <LanguageChoice />
      </div>
      {refusal !== undefined && (
        <p className={classes.refused} role="alert">
          {t(refusal)}
        </p>
      )}
      {last !== undefined && (
        <p className={classes.ended} role="status">
          {t('idle.ended', { name: last.name })}
        </p>
      )}
      <QueryBoundary query={choices}>
        {({ providers, demo_people: people }) => (
          <Stack gap="xl">
            <Providers providers={providers} opensTab={last !== undefined} />
            {people !== undefined && <DemoPeople people={people} pick={signIn.mutate} picked={signIn.variables} />}
            {signIn.error !== null && <ErrorNotice error={signIn.error} />}
            {providers.length === 0 && people === undefined && <p>{t('signIn.noWay')}</p>}
          </Stack>
        )}
      </QueryBoundary>
    </main>
  );
}

function Providers({ providers, opensTab }: Pick<SignInChoices, 'providers'> & { opensTab: boolean }) {
  const { t } = useWords();
  const { pathname, search } = window.location;
  const back = encodeURIComponent(`${pathname}${search}`);
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          size="md"
          {...(opensTab && { target: '_blank', rel: 'noopener' })}
          href={`${SIGN_IN_PATH}/${encodeURIComponent(id)}?return_to=${back}`}
        >
          {t('signIn.at', { name })}
        </Button>
      ))}
    </Stack>
  );
}
