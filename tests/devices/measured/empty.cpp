// What every program costs: the start of a board and nothing else.
int main() { return 0; }
