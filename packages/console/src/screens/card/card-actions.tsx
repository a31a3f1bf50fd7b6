import type { CardListItem, CardStatus } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useHasScope } from '../../session/session.ts';
import { LockIcon, SyncIcon, UnlockIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { type CardChange, changesOf, reissuesOf } from './card-changes.ts';
import { useCardChanges, useTokens } from './card-queries.ts';
import { FinalActionMenu } from './final-action-menu.tsx';
import { ReissueDialog, type ReissueStatus, reissueWords } from './reissue-dialog.tsx';

/** The actions for a card. Reversible actions have a button; irreversible ones are behind another button. */
export function CardActions({ card }: { card: CardListItem }) {
  const { t } = useWords();
  const [chosen, choose] = useState<CardChange>();
  const [reissue, chooseReissue] = useState<ReissueStatus>();
  const exid = card.card_identifier_id;
  const { setStatus } = useCardChanges(exid);
  const tokens = useTokens(exid);
  const may = { everything: useHasScope('cards:write'), block: useHasScope('cards:block') };
  const changes = changesOf(card.card_status, may);
  const reissues = reissuesOf(card, may);
  const living = tokens.data?.tokens.filter(({ token_state: state }) => state !== 'DELETED').length ?? 0;
  const [reported] = reissues.filter((status) => status === card.card_status);
  return (
    <>
      {changes
        .filter(({ isFinal }) => !isFinal)
        .map((change) => (
          <Button
            key={change.status}
            variant={change.status === 'BLOCKED' ? 'filled' : 'default'}
            leftSection={change.status === 'BLOCKED' ? <LockIcon aria-hidden /> : <UnlockIcon aria-hidden />}
            onClick={() => choose(change)}
          >
            {t(change.verb)}
          </Button>
        ))}
      {reported !== undefined && (
        <Button leftSection={<SyncIcon aria-hidden />} onClick={() => chooseReissue(reported)}>
          {t(reissueWords(card, reported).verb)}
        </Button>
      )}
      <FinalActionMenu
        changes={changes.filter(({ isFinal }) => isFinal)}
        reissues={reissues.filter((status) => status !== card.card_status)}
        choose={choose}
        chooseReissue={chooseReissue}
      />
      <ConfirmDialog
        close={() => choose(undefined)}
        act={
          chosen && {
            title: t(chosen.title),
            effects: effectsOf(chosen.status, living, t),
            verb: t(chosen.verb),
            cannotBeUndone: chosen.isFinal,
            carryOut: () => setStatus(chosen.status),
          }
        }
      />
      <ReissueDialog
        card={card}
        status={reissue}
        effects={[
          ...(reported === undefined ? effectsOf('LOST', living, t) : []),
          t('reissue.effect.number'),
          t('reissue.effect.takesOver'),
        ]}
        close={() => chooseReissue(undefined)}
      />
    </>
  );
}

const EFFECTS: Readonly<Record<CardStatus, WordKey>> = {
  ACTIVE: 'card.effect.unblock',
  BLOCKED: 'card.effect.block',
  LOST: 'card.effect.never',
  STOLEN: 'card.effect.never',
  CLOSED: 'card.effect.never',
  REPLACED: 'card.effect.replace',
};

function effectsOf(status: CardStatus, tokens: number, t: ReturnType<typeof useWords>['t']): string[] {
  const losesTokens = ['LOST', 'STOLEN', 'CLOSED'].includes(status);
  const ofTokens = losesTokens ? t('card.effect.tokensDeleted', { count: tokens }) : t('card.effect.tokensStay');
  return [t(EFFECTS[status]), ...(tokens > 0 ? [ofTokens] : [])];
}
