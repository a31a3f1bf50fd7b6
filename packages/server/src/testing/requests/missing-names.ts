/** Names that no object of any bank has. */
export const NO_TOKEN = '00000000-0000-4000-8000-000000000000';
export const NO_ENDPOINT = '00000000-0000-4000-8000-000000000000';
export const NO_CUSTOMER = 'NOBODY-000001';
export const NEW_CUSTOMER = 'NOBODY-000002';
export const NO_ACCOUNT = '002999999999';
export const NO_EXID = '9999999999999999990';
export const NO_REFERENCE = '999999999999';
