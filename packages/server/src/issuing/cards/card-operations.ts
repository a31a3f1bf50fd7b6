import type { Implementations } from '../../platform/operation/index.ts';
import { type ChangeStatusDeps, changeStatusOperation } from './change-status.ts';
import { createCardOperation } from './create-card.ts';
import { enquireCardOperation } from './enquire-card.ts';
import { listCardsOperation } from './list-cards.ts';

/** `deps` supplies the consequences of a new plastic and of the end of a card, which other capabilities define. */
export function cardOperations(deps: ChangeStatusDeps): Implementations {
  const { banks, vault, onNewPlastic } = deps;
  return {
    envelope: [
      createCardOperation(banks, vault, onNewPlastic),
      enquireCardOperation(vault),
      changeStatusOperation(deps),
    ],
    rest: [listCardsOperation(banks)],
  };
}
