import type { CardListItem } from '@cardwright/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AddressDraft, addressToSend, EMPTY_ADDRESS } from '../../parts/issuing/address.ts';
import { type CardForm, CardFormChoice } from '../../parts/issuing/card-form-choice.tsx';
import { DialogForm, FormDialog } from '../../parts/issuing/form-dialog.tsx';
import classes from '../../parts/issuing/issuing.module.css';
import { useMailingAddress } from '../../parts/issuing/use-mailing-address.ts';
import { faultsOf, faultsUnder } from '../../parts/page/findings.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { useCardChanges } from './card-queries.ts';
import { DeliveryAddress } from './delivery-address.tsx';

export type ReissueStatus = 'LOST' | 'STOLEN';

const WORDS: Readonly<Record<ReissueStatus, { readonly verb: WordKey; readonly title: WordKey }>> = {
  LOST: { verb: 'reissue.lost', title: 'reissue.lostTitle' },
  STOLEN: { verb: 'reissue.stolen', title: 'reissue.stolenTitle' },
};
const REPORTED = { verb: 'reissue.reported', title: 'reissue.reportedTitle' } as const;

/** The words of a reissue. A card that was reported before is not reported again. */
export function reissueWords(card: CardListItem, status: ReissueStatus) {
  return card.card_status === status ? REPORTED : WORDS[status];
}

interface Parts {
  readonly card: CardListItem;
  /** What happened to the card; undefined while the dialog is closed. */
  readonly status: ReissueStatus | undefined;
  readonly effects: readonly string[];
  readonly close: () => void;
}

/**
 * Reports a card lost or stolen and issues a new one. Shows what happens, the form of the new card, and the delivery
 * address.
 */
export function ReissueDialog({ card, status, effects, close }: Parts) {
  const { t } = useWords();
  const title = status === undefined ? '' : t(reissueWords(card, status).title);
  return (
    <FormDialog title={title} isOpen={status !== undefined} close={close}>
      {status !== undefined && <ReissueForm card={card} status={status} effects={effects} close={close} />}
    </FormDialog>
  );
}

function ReissueForm({ card, status, effects, close }: Parts & { status: ReissueStatus }) {
  const { t } = useWords();
  const { reissue } = useCardChanges(card.card_identifier_id);
  const [form, setForm] = useState<CardForm>(card.card_virtual_indicator);
  const [corrected, correct] = useState<AddressDraft>();
  const mailing = useMailingAddress(card.customer_id);
  const known = mailing.data?.address;
  const address = corrected ?? (known === 'MASKED' ? undefined : (known ?? EMPTY_ADDRESS));
  const saving = useMutation({
    mutationFn: () =>
      reissue({
        status,
        card_virtual_indicator: form,
        ...(form === 'P' && address !== undefined && { delivery_address: addressToSend(address) }),
      }),
    onSuccess: close,
  });
  return (
    <DialogForm
      verb={t(reissueWords(card, status).verb)}
      isFinal
      saving={saving}
      displayed={form === 'P' ? ['delivery_address'] : []}
      close={close}
    >
      <ul className={classes.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <CardFormChoice form={form} onChange={setForm} />
      {form === 'P' && (
        <QueryBoundary query={mailing}>
          {({ address: known }) => (
            <DeliveryAddress
              known={known}
              corrected={corrected}
              faults={faultsUnder(faultsOf(saving.error), 'delivery_address')}
              onChange={correct}
            />
          )}
        </QueryBoundary>
      )}
    </DialogForm>
  );
}
