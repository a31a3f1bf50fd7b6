import { useQueryClient } from '@tanstack/react-query';
import { formatMaskedPan } from '../parts/card/card-tiles.tsx';
import { ConfirmDialog } from '../parts/decision/confirm-dialog.tsx';
import { useClient } from '../session/session.ts';
import { useWords } from '../words/language.ts';
import type { ChosenChange } from './use-card-commands.ts';

/** Describes the effect of a command for a card, asks for confirmation, and carries it out. */
export function CardChangeDialog({ change, close }: { change: ChosenChange | undefined; close: () => void }) {
  const { t } = useWords();
  const client = useClient();
  const cache = useQueryClient();
  const isBlock = change?.action === 'block';
  const carryOut = async ({ card_identifier_id: exid }: ChosenChange['card']) => {
    await client.cards.updateStatus({
      card_identifier_id: exid,
      card_identifier_type: 'EXID',
      status: { type: 'card_status', value: isBlock ? 'BLOCKED' : 'ACTIVE' },
    });
    await Promise.all([['card', exid], ['cards'], ['found']].map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
  return (
    <ConfirmDialog
      close={close}
      act={
        change && {
          title: t(isBlock ? 'card.blockTitle' : 'card.unblockTitle'),
          effects: [
            <bdi key="card">{`${formatMaskedPan(change.card.card_number)} · ${change.card.cardholder_name}`}</bdi>,
            t(isBlock ? 'card.effect.block' : 'card.effect.unblock'),
          ],
          verb: t(isBlock ? 'card.block' : 'card.unblock'),
          carryOut: () => carryOut(change.card),
        }
      }
    />
  );
}
