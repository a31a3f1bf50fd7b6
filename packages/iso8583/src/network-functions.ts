/** The usual values of field 70 of a network management message. */
export const NETWORK_FUNCTIONS = { signOn: '001', signOff: '002', echo: '301' } as const;
