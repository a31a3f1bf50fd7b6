import type { ProvisioningAnswer } from '@cardwright/contract';
import type { Contact } from '../../clients/index.ts';

/** The channels that can bring an activation code to the cardholder. The call center and the bank app need nothing on file. */
export function activationMethods({
  mobile_phone: phone,
  email,
}: Pick<Contact, 'mobile_phone' | 'email'>): NonNullable<ProvisioningAnswer['activation_methods']> {
  return [
    ...(phone === null || phone === '' ? [] : [{ method: 'SMS' as const, value: maskPhone(phone) }]),
    ...(email === null || email === '' ? [] : [{ method: 'EMAIL' as const, value: maskEmail(email) }]),
    { method: 'CALL' },
    { method: 'APP' },
  ];
}

const VISIBLE_DIGITS = 3;

/** @example maskPhone('+971501234567') // '*********567' */
function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').slice(-MAX_METHODS);
  return '*'.repeat(Math.max(0, digits.length - VISIBLE_DIGITS)) + digits.slice(-VISIBLE_DIGITS);
}

const MAX_METHODS = 15;

/** @example maskEmail('amina@example.com') // 'a***@e***' */
function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@', 2);
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}
