/** What a hash of the ledger stands for. The same text has a different key in each space. */
export const ledgerSpaces = {
  entity: 0x01,
  option: 0x02,
  familyRow: 0x03,
  family: 0x04,
  familyName: 0x05,
  projectItem: 0x06,
  member: 0x07,
  unique: 0x08,
  owner: 0x09,
} as const;
