/** Names of people in a coastal region, by family origin. */

export interface NameGroup {
  /** Share in percent. */
  readonly share: number;
  readonly given: readonly string[];
  readonly family: readonly string[];
}

function group(share: number, given: string, family: string): NameGroup {
  return { share, given: given.split(", "), family: family.split(", ") };
}

export const NAME_GROUPS: readonly NameGroup[] = [
  group(
    34,
    "Olivia, Amelia, Isla, Grace, Charlotte, Eleanor, Hannah, Beatrice, Rosie, Imogen, Thomas, George, Arthur, Henry, Samuel, Edward, Daniel, Martin, Stephen, Philip, Rebecca, Margaret, Joanna, Kate, Andrew, Simon, Nicholas, Peter",
    "Ashworth, Barker, Carter, Dawson, Ellison, Fletcher, Graham, Harrison, Hughes, Jenkins, Kirby, Lawson, Marsh, Newton, Osborne, Parsons, Rawlings, Saunders, Thornton, Underhill, Walsh, Whitaker, Yates, Bell-Harper, Cartwright, Pemberton, Sinclair, Holloway",
  ),
  group(
    9,
    "Siân, Rhys, Niamh, Aoife, Ciarán, Seán, Eilidh, Callum, Fiona, Máire, Gwen, Dafydd",
    "O'Brien, O'Sullivan, McCarthy, MacLeod, Evans, Llewellyn, Ó Dálaigh, Gallagher, Fraser, Ní Bhriain, Doyle, Munro",
  ),
  group(
    8,
    "Søren, Åse, Björn, Linnéa, Jørgen, Astrid, Håkon, Ingrid, Øystein, Freja, Mårten, Sigrún",
    "Sørensen, Lindqvist, Håkansson, Østergaard, Nygård, Bergström, Ångström, Dahl, Jónsdóttir, Holm, Mäkinen, Virtanen",
  ),
  group(
    8,
    "Łukasz, Agnieszka, Małgorzata, Paweł, Zofia, Jiří, Tomáš, Kateřina, Željko, Vesna, Ștefan, Ioana",
    "Kowalski, Wiśniewska, Wójcik, Dvořák, Novák, Horvat, Kovačević, Popescu, Țurcanu, Szabó, Nagy, Żak",
  ),
  group(
    8,
    "José, Lucía, Iñigo, Begoña, João, Conceição, Zoë, Renée, François, Chloé, Giulia, Nicolò",
    "García, Muñoz, Ibáñez, Gonçalves, Araújo, Lefèvre, Dubois, D'Angelo, Esposito, Núñez, Peña, Conti",
  ),
  group(
    9,
    "Priya, Arjun, Ananya, Rohan, Kavita, Imran, Ayesha, Farah, Sanjay, Deepa, Harpreet, Zainab",
    "Patel, Sharma, Khan, Iyer, Chowdhury, Singh, Kaur, Hussain, Rahman, Nair, Desai, Siddiqui",
  ),
  group(
    8,
    "Linh, Minh, Thúy, Wei, Xiu, Jing, Hiroshi, Yūko, Ji-woo, Min-jun, Siti, Rizal",
    "Nguyễn, Trần, Đặng, Phạm, Chen, Zhang, Li, Tanaka, Satō, Kim, Park, Tan",
  ),
  group(
    8,
    "Amara, Chinedu, Kwame, Abena, Fatou, Oluwaseun, Thandiwe, Sipho, Nnamdi, Zanele, Yaw, Aïssatou",
    "Okafor, Mensah, Diallo, Adeyemi, Nkosi, Dlamini, Boateng, N'Diaye, Eze, Osei, Traoré, Mbeki",
  ),
  group(
    8,
    "Leyla, Emre, Çağla, Özgür, Yusuf, Layla, Omar, Nadia, Dariush, Shirin, Tamar, Noam",
    "Yılmaz, Çelik, Şahin, Haddad, El-Sayed, Rahimi, Khoury, Ben-David, Öztürk, Farouk, Azizi, Levi",
  ),
];
