import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient, useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useBoarding } from './boarding-queries.ts';
import { DraftForm } from './draft-form.tsx';
import { emptyRecord, type Json, MERCHANT_SCHEMA } from './form-schema.ts';

/** The address of a draft that is not saved yet. */
const NEW = 'new';

export function DraftPage() {
  const { draftId } = useParams({ from: '/merchants/drafts/$draftId' });
  if (!useHasScope('merchants:write')) return <NoPermission />;
  return draftId === NEW ? <NewMerchant /> : <SavedDraft key={draftId} draftId={draftId} />;
}

function NewMerchant() {
  const { t } = useWords();
  return (
    <Page title={t('boarding.new')} about={t('boarding.newAbout')} actions={<ToDrafts />}>
      <Panel title={t('boarding.merchant')}>
        <DraftForm draftId={undefined} version={undefined} first={emptyRecord(MERCHANT_SCHEMA) as Json} />
      </Panel>
    </Page>
  );
}

function SavedDraft({ draftId }: { draftId: string }) {
  const { t } = useWords();
  const client = useClient();
  const navigate = useNavigate();
  const { remove } = useBoarding();
  const [act, choose] = useState<ConfirmAction>();
  const draft = useQuery({
    queryKey: ['draft', draftId],
    // The form contains the person's changes, which a later state of the server must not replace.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => client.merchantDrafts.retrieve(draftId, { signal }),
  });
  const removal: ConfirmAction = {
    title: t('boarding.deleteTitle'),
    effects: [t('boarding.deleteEffect')],
    verb: t('boarding.delete'),
    cannotBeUndone: true,
    carryOut: async () => {
      await remove(draftId);
      await navigate({ to: '/merchants/drafts' });
    },
  };
  return (
    <Page
      title={draft.data?.merchantName ?? t('boarding.draft')}
      side={
        draft.data && (
          <span data-saved>
            {t('boarding.savedAt')} <Time at={draft.data.savedAt} />
          </span>
        )
      }
      about={t('boarding.newAbout')}
      actions={
        <>
          <ToDrafts />
          <Button variant="default" onClick={() => choose(removal)}>
            {t('boarding.delete')}
          </Button>
        </>
      }
    >
      <Panel title={t('boarding.merchant')}>
        <QueryBoundary query={draft}>
          {({ merchant, version }) => <DraftForm draftId={draftId} version={version} first={merchant} />}
        </QueryBoundary>
      </Panel>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </Page>
  );
}

function ToDrafts() {
  const { t } = useWords();
  return <Link to="/merchants/drafts">{t('boarding.drafts')}</Link>;
}
