import { CardwrightError } from '@cardwright/sdk/browser';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AlertIcon, LockIcon, PeopleIcon, SearchIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { Identifier } from '../value/identifier.tsx';
import { Notice } from './notice.tsx';
import { serverText } from './server-text.ts';

const ArabicError = lazy(async () => ({ default: (await import('./arabic-error.tsx')).ArabicError }));

/** Texts for errors that a reader can act on, by their names in the catalogue. Other errors show their own text. */
const TEXTS: Readonly<Record<string, WordKey>> = {
  connection_failed: 'failure.connection',
  no_answer_in_time: 'failure.time',
  answer_unreadable: 'failure.unreadable',
  too_many_requests: 'failure.busy',
  try_again_later: 'failure.busy',
  malfunction: 'failure.malfunction',
  changed_meanwhile: 'failure.changedMeanwhile',
};

/** Shows what failed, why, and what to do about it, with the request id for the log of the server. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useWords();
  const failed = error instanceof CardwrightError ? error : undefined;
  if (failed?.errorName === 'scope_missing') return <NoPermission />;
  if (failed?.code === 'approval_required') return <RequestedNotice of={failed} />;
  const name = failed?.errorName ?? failed?.code ?? '';
  const known = TEXTS[name];
  const isMissing = failed?.status === 404;
  return (
    <Notice
      isBad={!isMissing}
      icon={isMissing ? SearchIcon : AlertIcon}
      title={t(isMissing ? 'failure.missing' : 'failure.title')}
      text={
        <>
          {known === undefined ? <ErrorText error={error} /> : t(known)}
          {failed?.requestId !== undefined && (
            <div>
              {t('failure.request')} <Identifier id={failed.requestId} />
            </div>
          )}
        </>
      }
    >
      {retry !== undefined && (
        <Button variant="default" onClick={retry}>
          {t('failure.again')}
        </Button>
      )}
    </Notice>
  );
}

/** The change was requested: it takes effect when another person approves it. */
function RequestedNotice({ of: { changeRequest } }: { of: CardwrightError }) {
  const { t } = useWords();
  return (
    <Notice icon={PeopleIcon} title={t('approvals.requested')} text={t('approvals.requestedAbout')}>
      <Link to="/approvals" search={{ request: changeRequest?.change_request_id }}>
        {t('approvals.open')}
      </Link>
    </Notice>
  );
}

export function NoPermission() {
  const { t } = useWords();
  return <Notice icon={LockIcon} title={t('noPermission.title')} text={t('noPermission.text')} />;
}

/** The text of an error. The server answers in English. */
function ErrorText({ error }: { error: unknown }) {
  const { language } = useWords();
  if (language === 'ar' && error instanceof CardwrightError) {
    return (
      <Suspense fallback={null}>
        <ArabicError error={error} />
      </Suspense>
    );
  }
  return <bdi>{serverText(error)}</bdi>;
}
