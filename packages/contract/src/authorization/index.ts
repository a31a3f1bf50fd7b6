export * from './authorization-events.ts';
export * from './card-entries.ts';
export * from './country-letters.ts';
export * from './ecommerce-message.ts';
export type { EndReservationRequest, EndReservationResponse } from './end-reservation.ts';
export * from './operations.ts';
export * from './partner-decision.ts';
export * from './proposed-control.ts';
export type { ReversalResponse } from './reverse-authorization.ts';
