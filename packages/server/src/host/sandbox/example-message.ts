/** Returns an e-commerce message for 25.00 AED with every mandatory field, for examples and measurements. */
export function exampleMessage(
  card: { number: string; expiry: string },
  fields: Record<string, string> = {},
): Record<string, string> {
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: card.number,
    From_Account: 'Saving',
    Transaction_Amount: '000000002500',
    Transaction_Amount_Cardholder_Billing: '000000002500',
    Transmission_Date_Time: '20261120093000',
    System_Trace_Audit_Number: '000001',
    Local_Date_Time: '13:30:00',
    Card_Expiry_Date: card.expiry,
    Capture_Date: '20261120',
    Merchant_Type: '5411',
    POS_Enty_Mode: '810',
    Card_Sequence_Number: '001',
    POS_Condition_Code: '59',
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '123456',
    Retrieval_Reference_Number: '632409000001',
    Card_Acceptor_Terminal_ID: 'WEB00001',
    Card_Acceptor_Identification_Code: 'SHOP00000000001',
    Card_Acceptor_Name_Location: 'DEMO SHOP              DUBAI          AE',
    Currency_Code_Transaction: '784',
    Currency_Code_Cardholder_Billing: '784',
    Banknet_Data: 'DEMO00001',
    From_Account_No: '001000000001',
    ...fields,
  };
}
