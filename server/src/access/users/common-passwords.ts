/** Common words in passwords, by the power of ten of their rank in guessing order. */
const wordsByCost: readonly (readonly [number, string])[] = [
  [
    1.5,
    `password passwort passw0rd pass admin administrator root login welcome letmein qwerty azerty abc123 iloveyou
     master monkey dragon secret changeme default guest test user football baseball superman batman trustno
     princess sunshine shadow michael jordan hello freedom whatever ninja mustang access starwars pokemon computer
     internet`,
  ],
  [
    2.5,
    `love money summer winter spring autumn fall january february march april june july august september october
     november december monday tuesday wednesday thursday friday saturday sunday london paris berlin madrid tokyo
     york america england germany france company office business manager sales market product fashion shoes store
     shop online service server system network database backup support team work home house family mother father
     sister brother baby angel flower butterfly chocolate cookie coffee pepper ginger banana orange apple cherry
     cheese pizza diamond silver golden yellow purple green black white blue red tiger lion eagle bear wolf horse
     dog cat bird fish snake spider phoenix knight wizard magic hunter soldier killer soccer hockey tennis golf
     racing ferrari porsche mercedes yamaha honda harley corvette camaro maverick ranger cowboy rocket falcon
     liverpool arsenal chelsea barcelona juventus bayern yankees lakers cowboys steelers packers redsox matrix
     gandalf merlin hannah jessica ashley amanda nicole daniel thomas robert joshua andrew matthew charlie jennifer
     michelle anthony william george maggie samantha taylor justin austin brandon andrea patrick martin richard
     steven jason kevin maria anna laura sarah sophie emma peter david james john mike alex chris nick sam max ben
     tom bob joe hallo willkommen schatz passe motdepasse bonjour soleil amour contrasena hola senha amor parola
     ciao haslo geheim sommer herbst fruehling`,
  ],
  [
    3,
    `the and you for are with that this have from they know want been good much some time very when come here just
     like long make many over such take than them well were what your about after again always another because
     before between could every first found great large learn never other place plant point right small sound spell
     still study their there these thing think three water where which world would write people school state start
     stop open close enter exit begin strong happy smile lucky crazy sweet beautiful pretty forever together friend
     friends girl boy man woman king queen prince doctor teacher student music guitar piano drummer dance movie
     star moon sun sky rain snow storm thunder fire ice earth ocean river island mountain forest garden rose lily
     daisy jasmine violet crystal pearl ruby emerald dolphin panda kitten puppy bunny rabbit turtle frog duck
     chicken cow pig sheep player gamer winner champion legend hero power energy speed turbo nitro extreme ultimate
     super mega ultra alpha beta omega delta sigma titan zeus apollo athena mars venus saturn jupiter pluto galaxy
     cosmos planet alien robot cyber hacker code data file weft fabric cotton denim leather jacket shirt pants
     dress color season style trend brand label design`,
  ],
];

export const commonPasswords: ReadonlyMap<string, number> = new Map(
  wordsByCost.flatMap(([cost, words]) => words.split(/\s+/).map((word) => [word, cost] as const)),
);

const rows = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "1234567890",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "!@#$%^&*()",
];

/** Neighboring keys, in both directions. */
export const keyboardRows: readonly string[] = [...rows, ...rows.map((row) => [...row].reverse().join(""))];
