export { changeStatusOperation } from './change-status.ts';
export { createCardOperation } from './create-card.ts';
export { enquireCardOperation } from './enquire-card.ts';
