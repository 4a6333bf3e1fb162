/** What the pages of procurement say, in each language. */
const english = {
  arrived: 'Your cart has arrived',
  arrivedText: 'It is a draft purchase request now. You can close this page.',
  empty: 'Nothing was bought',
  emptyText: 'The cart is empty. You can close this page.',
  goOn: 'Go on',
  fault: 'The cart could not be taken',
  shop: 'Sandbox shop',
  shopText: 'A simulated shop: nothing is sold here. Choose quantities, and hand the cart back to the buyer.',
  item: 'Article',
  price: 'Price',
  quantity: 'Quantity',
  toCart: 'Put into the cart',
  cart: 'Cart',
  cartEmpty: 'The cart is empty. Choose at least one article.',
  total: 'Total without VAT',
  handBack: 'Hand the cart back',
  back: 'Back to the articles',
  cancel: 'Leave without buying',
}

export type Texts = typeof english

const french: Texts = {
  arrived: 'Votre panier est arrivé',
  arrivedText: 'Il est maintenant un brouillon de demande d’achat. Vous pouvez fermer cette page.',
  empty: 'Rien n’a été acheté',
  emptyText: 'Le panier est vide. Vous pouvez fermer cette page.',
  goOn: 'Continuer',
  fault: 'Le panier n’a pas pu être repris',
  shop: 'Boutique du bac à sable',
  shopText: 'Une boutique simulée : rien n’y est vendu. Choisissez des quantités, puis rendez le panier à l’acheteur.',
  item: 'Article',
  price: 'Prix',
  quantity: 'Quantité',
  toCart: 'Mettre au panier',
  cart: 'Panier',
  cartEmpty: 'Le panier est vide. Choisissez au moins un article.',
  total: 'Total hors TVA',
  handBack: 'Rendre le panier',
  back: 'Retour aux articles',
  cancel: 'Partir sans acheter',
}

export const textsIn = (lang: string): Texts => (lang === 'fr' ? french : english)
