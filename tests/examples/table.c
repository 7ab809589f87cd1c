/* From a table to answers in C: cells in, everything chosen, prices with intervals out. */
#include <stdio.h>

#include "rfm/c_table/rfm_table.h"

enum { sold_rows = 40, asked_rows = 3 };

int main(void) {
  static const char* const towns[] = {"Jena", "Gera", "Ulm"};
  double areas[sold_rows], prices[sold_rows];
  const char* town_cells[sold_rows];
  for (int i = 0; i < sold_rows; ++i) {
    areas[i] = 40 + i * 37 % 90;
    town_cells[i] = towns[i % 3];
    prices[i] = 1000 * areas[i] + 20000 * (i % 3) + 1000 * (i * i % 7);
  }
  rfm_table* sold = rfm_table_new();
  rfm_table_add_numbers(sold, "area", areas, sold_rows, 1);
  rfm_table_add_text(sold, "town", town_cells, sold_rows);
  rfm_table_add_numbers(sold, "price", prices, sold_rows, 1);

  rfm_training* training = rfm_training_new();
  rfm_training_set(training, "target", "price");
  rfm_training_set(training, "seed", "7");
  const rfm_status trained = rfm_training_run(training, sold, NULL);
  puts(rfm_training_words(training)); /* the score, or why there is none */
  if (trained != RFM_OK) return 1;

  size_t size;
  const void* model = rfm_training_model(training, &size);
  rfm_predictor* predictor = rfm_predictor_new();
  if (rfm_predictor_open(predictor, model, size) != RFM_OK) return 1;

  const double asked_areas[asked_rows] = {50, 80, 110};
  rfm_table* asked = rfm_table_new();
  rfm_table_add_numbers(asked, "area", asked_areas, asked_rows, 1);
  rfm_table_add_text(asked, "town", towns, asked_rows);
  double answers[asked_rows];
  if (rfm_predictor_answer(predictor, asked, answers, NULL) != RFM_OK) return 1;
  for (int i = 0; i < asked_rows; ++i)
    printf("%s, %.0f square metres: %.0f +- %.0f\n", towns[i], asked_areas[i], answers[i],
           rfm_predictor_interval(predictor, 0.9));

  rfm_table_free(sold);
  rfm_table_free(asked);
  rfm_training_free(training);
  rfm_predictor_free(predictor);
  return 0;
}
